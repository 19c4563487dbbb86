import { stdnum } from 'stdnum';
import { compact, patternRecognizer } from '../../recognizer.js';
import { byStdnum } from '../by-stdnum.js';

/**
 * Mexican population registry code. Source: SEGOB / RENAPO, Instructivo normativo CURP (DOF 18-10-2021). Check:
 * weighted mod 10, birth date, sex and state.
 */
export const mxCurp = patternRecognizer({
  id: 'mx.curp',
  type: 'MX_CURP',
  country: 'MX',
  title: 'Mexican population registry code',
  source: 'SEGOB / RENAPO, Instructivo normativo CURP (DOF 18-10-2021)',
  check: 'weighted mod 10, birth date, sex and state',
  patterns: [{ name: 'eighteen characters', regex: /[A-Z]{4}\d{6}[HMX][A-Z]{5}[0-9A-Z]\d/i, validScore: 0.95 }],
  score: 0.3,
  validScore: 0.8,
  validate: byStdnum(stdnum.MX!.curp!, compact),
  context: {
    es: ['curp', 'c.u.r.p.', 'clave única de registro de población'],
    en: ['curp', 'mexican population code', 'national id'],
  },
  examples: { valid: ['BOXW310820HNERXN09', 'BOXW681030MVZNSK01'], invalid: ['BOXW310820HNERXN08'] },
});
