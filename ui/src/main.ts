/**
 * Starts the page: finds its host, connects, draws.
 */
import './styles/tokens.css';
import './styles/base.css';
import './styles/board.css';
import { mount } from 'svelte';
import Page from './Page.svelte';
import { openBackend, openDevice, openRoomLine, openShell } from './backend';
import { onShared } from './native/shell';
import { App } from './stores/app.svelte';

const app = new App(openBackend(), openDevice(), openRoomLine, openShell());
app.connection.connect();
onShared((text) => app.bringIn(text));

const target = document.getElementById('app');
if (target) mount(Page, { target, props: { app } });
