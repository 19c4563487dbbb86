import { stdnum } from 'stdnum';
import { compact, patternRecognizer } from '../../recognizer.js';
import { byStdnum } from '../by-stdnum.js';

/**
 * Mexican taxpayer number. Source: SAT, Registro Federal de Contribuyentes; check as in stdnum (MX.rfc). Check:
 * weighted mod 11 and date.
 */
export const mxRfc = patternRecognizer({
  id: 'mx.rfc',
  type: 'MX_RFC',
  country: 'MX',
  title: 'Mexican taxpayer number',
  source: 'SAT, Registro Federal de Contribuyentes; check as in stdnum (MX.rfc)',
  check: 'weighted mod 11 and date',
  patterns: [
    { name: 'person', regex: /[A-Z]{4}[- ]?\d{6}[- ]?[0-9A-Z]{2}[0-9A]/i, validScore: 0.85 },
    { name: 'company', regex: /[A-Z]{3}[- ]?\d{6}[- ]?[0-9A-Z]{2}[0-9A]/i, validScore: 0.8 },
    { name: 'without homoclave', regex: /[A-Z]{4}[- ]?\d{6}/i, validScore: 0.2 },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: byStdnum(stdnum.MX!.rfc!, compact),
  context: {
    es: ['rfc', 'r.f.c.', 'registro federal de contribuyentes'],
    en: ['rfc', 'mexican tax number', 'tax number', 'taxpayer number'],
  },
  examples: {
    valid: ['GODE561231GR8', 'GODE 561231 GR8', 'GODE-631031-TU4', 'GODE631211TH2'],
    invalid: ['GODE561231GR9'],
  },
});
