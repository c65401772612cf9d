import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles.layer.css';
import './app/tokens.css';
import './app/page.css';
import { createRoot } from 'react-dom/client';
import { land } from './api/landing';
import { App } from './app/app';

land();

const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
