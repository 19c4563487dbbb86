import { labelledIdentifier } from './labelled-identifier.js';

/** Account numbers in national spellings; IBANs have a recognizer of their own. */
export const bankAccount = labelledIdentifier({
  id: 'bank-account',
  type: 'BANK_ACCOUNT',
  title: 'Bank account number',
  source: 'National account formats of 6 to 20 digits (ISO 13616 registry, BBAN structures); the label decides',
  context: {
    en: [
      'account',
      'account number',
      'account no',
      'acct',
      'acc',
      'acc no',
      'a/c',
      'bank account',
      'savings account',
      'checking account',
      'current account',
      'deposit account',
      'beneficiary account',
      'iban or account',
    ],
    de: ['konto', 'kontonummer', 'kto', 'kto nr', 'konto nr'],
    fr: ['compte', 'numero de compte', 'compte bancaire', 'n de compte'],
    es: ['cuenta', 'numero de cuenta', 'cuenta bancaria', 'cta'],
    it: ['conto', 'numero di conto', 'conto corrente', 'c c'],
    pt: ['conta', 'numero da conta', 'conta corrente', 'conta bancaria'],
    nl: ['rekening', 'rekeningnummer', 'bankrekening'],
    id: ['rekening', 'rek', 'no rek', 'nomor rekening', 'norek'],
    pl: ['konto', 'rachunek', 'numer konta'],
  },
  notContext: ['twitter', 'instagram', 'user', 'service', 'github', 'customer'],
  examples: {
    valid: ['9406135368', '04-00-75 21993840', '501-882193-001', '50200044718823'],
    invalid: ['2025-01-01', '12.50'],
  },
});
