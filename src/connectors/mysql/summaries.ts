export { summaries } from '../postgres/summaries.js';
