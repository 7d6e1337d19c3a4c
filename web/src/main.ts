import { mount } from 'svelte';
import App from './App.svelte';
import './theme/themes.css';
import './theme/base.css';

// Not while developing, when files change all the time; and some browsers have none.
if (import.meta.env.PROD) void navigator.serviceWorker?.register('/service-worker.js').catch(() => undefined);

mount(App, { target: document.getElementById('app')! });
