import { mount } from 'svelte';
import App from './App.svelte';
import { keepFirstVisit } from './engine/firstvisit';
import { fetchAhead } from './lobby/ahead';
import './theme/themes.css';
import './theme/base.css';

/** Prefetching starts after the first page is shown. */
const LATER_MS = 2000;

function register(): void {
  keepFirstVisit();
  void navigator.serviceWorker?.register('/service-worker.js').catch(() => undefined); // optional
  void fetchAhead();
}

// Not while developing, when files change all the time.
if (import.meta.env.PROD) addEventListener('load', () => setTimeout(register, LATER_MS));

mount(App, { target: document.getElementById('app')! });
