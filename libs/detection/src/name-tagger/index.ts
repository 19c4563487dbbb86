export { NameTagger } from './name-tagger.js';
