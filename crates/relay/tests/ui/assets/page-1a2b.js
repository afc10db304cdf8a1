// A page of the tests: served, not run.
