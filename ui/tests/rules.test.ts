// What rules mean, in sentences; names and values are tested where rules are edited.
import { afterEach, describe, expect, it } from 'vitest';
import { chooseLanguage } from '../src/i18n';
import { ruleInstead, ruleText } from '../src/i18n/rules';

afterEach(() => chooseLanguage('en'));

describe('rules', () => {
  it('tell what they mean by value, or as such', () => {
    expect(ruleText({ name: 'tie', value: 'shared' })).toBe(
      'Players with equal points share the place.',
    );
    expect(ruleText({ name: 'setup', value: 'lutze' })).toMatch(/king and queen stand/);
    expect(ruleText({ name: 'points.pawn', value: '1' })).toBeNull();
  });

  it('that differ name both values', () => {
    const field = { name: 'move_limit', value: '200', preset: 'null' };
    const choices = { type: 'fixed' as const };
    expect(ruleInstead({ ...field, choices })).toBe('Move limit: 200 moves instead of none');
    chooseLanguage('de');
    expect(ruleInstead({ ...field, choices })).toMatch(/200 Züge statt/);
  });
});
