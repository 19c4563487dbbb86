import { patternRecognizer } from '../../recognizer.js';

/** Card verification codes, in the words that name them. */
export const cardCvv = patternRecognizer({
  id: 'card-cvv',
  type: 'CARD_CVV',
  title: 'Card verification code',
  source: 'PCI DSS 4.0 glossary (card verification code)',
  score: 0.85,
  patterns: [
    {
      name: 'labelled',
      kind: 'text',
      regex:
        /(?<![\p{L}\p{N}])(?:cvv2?|cvc2?|csc|cvn|cav2|card (?:verification|security) (?:code|number|value)|security code|prüfziffer|kartenprüfnummer|cryptogramme|código de seguridad|codice di sicurezza|código de segurança|beveiligingscode)(?: (?:is|was|code|number|no|ist|est|es|è|é))?[\s"':=#.-]{1,5}(\d{3,4})(?!\d|[.,/-]\d)/iu,
      group: 1,
      triggers: {
        words: [
          'cvv',
          'cvv2',
          'cvc',
          'cvc2',
          'csc',
          'cvn',
          'cav2',
          'security',
          'verification',
          'prufziffer',
          'kartenprufnummer',
          'cryptogramme',
          'seguridad',
          'sicurezza',
          'seguranca',
          'beveiligingscode',
        ],
        before: 24,
        after: 40,
      },
    },
  ],
  context: {},
  examples: { valid: ['CVV: «123»', 'security code is «4821»'], invalid: ['123'] },
});

/** Expiry dates of cards. */
export const cardExpiry = patternRecognizer({
  id: 'card-expiry',
  type: 'CARD_EXPIRY',
  title: 'Card expiry date',
  source: 'ISO/IEC 7813 §4 (expiry as year and month)',
  score: 0.8,
  patterns: [
    {
      name: 'labelled',
      kind: 'text',
      regex:
        /(?<![\p{L}\p{N}])(?:exp(?:iry|ires|iration)?(?: date)?|valid (?:thru|through|until|to)|good thru|gültig bis|valable jusqu'au|expire le|caducidad|vence|válida hasta|scadenza|valida fino|validade|geldig tot|masa berlaku)[\s"':=.-]{1,5}((?:0?[1-9]|1[0-2]) ?[/-] ?(?:20)?\d{2})(?![\d/-])/iu,
      group: 1,
      triggers: {
        words: [
          'exp',
          'expiry',
          'expires',
          'expiration',
          'valid',
          'good',
          'gultig',
          'valable',
          'expire',
          'caducidad',
          'vence',
          'valida',
          'scadenza',
          'validade',
          'geldig',
          'masa',
        ],
        before: 4,
        after: 40,
      },
    },
  ],
  context: {},
  examples: { valid: ['exp. «09/28»', 'gültig bis «03/2027»'], invalid: ['09/28'] },
});

/** Magnetic stripe data. */
export const cardTrack = patternRecognizer({
  id: 'card-track',
  type: 'CARD_TRACK',
  title: 'Magnetic stripe data of a card',
  source: 'ISO/IEC 7813 §5 and §6 (tracks 1 and 2)',
  score: 0.97,
  patterns: [
    {
      name: 'track 1',
      kind: 'text',
      regex: /%?B\d{13,19}\^[^^?\n]{2,26}\^\d{4}[^?\n]{3,60}\??/,
      triggers: { runs: 'number', before: 8, after: 110 },
    },
    {
      name: 'track 2',
      kind: 'text',
      regex: /;\d{13,19}=\d{7,30}\??/,
      triggers: { runs: 'number', before: 8, after: 40 },
    },
  ],
  context: {},
  examples: {
    valid: ['%B4111111111111111^FOSTER/LENA^28091010000000000?', ';4111111111111111=28091010000000000?'],
    invalid: [';4111=28'],
  },
});
