import { mount } from 'svelte';
import App from './App.svelte';
import './theme/themes.css';
import './theme/base.css';

mount(App, { target: document.getElementById('app')! });
