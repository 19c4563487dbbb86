import { digits, type InventedPerson, inventPerson } from '../../scripts/demo/invented-person.mjs';

export { digits, type InventedPerson, inventPerson };

export function promptOf(person: InventedPerson): string {
  return (
    `Hello, my name is ${person.PERSON}. My e-mail is ${person.EMAIL} and my phone number is ${person.PHONE}. ` +
    `I paid with card ${person.CREDIT_CARD}; please refund to IBAN ${person.IBAN}.`
  );
}

/**
 * Every byte sequence by which a value could be recognised: plain, JSON-escaped, %-encoded, HTML-encoded, without spaces,
 * base64 at its three alignments, and the parts of a name.
 */
export function spellingsOf(value: string): string[] {
  const forms = new Set<string>([value, value.replaceAll(' ', '')]);
  for (const part of value.split(/[ .@]/)) if (/^[A-Za-z]{4,}$/.test(part) && part !== 'example') forms.add(part);
  for (const form of [...forms]) {
    forms.add(JSON.stringify(form).slice(1, -1));
    forms.add(encodeURIComponent(form));
    forms.add(form.replaceAll('@', '&#64;').replaceAll('.', '&#46;'));
    forms.add([...form].map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''));
    for (const spelling of base64Forms(form)) forms.add(spelling);
  }
  return [...forms].filter((form) => form.length >= 4);
}

/** Base64 of a text that stands anywhere in a larger one: the characters that do not depend on its neighbours. */
function* base64Forms(text: string): Generator<string> {
  for (let shift = 0; shift < 3; shift += 1) {
    const encoded = Buffer.concat([Buffer.alloc(shift), Buffer.from(text)])
      .toString('base64')
      .replaceAll('=', '');
    yield encoded.slice(shift === 0 ? 0 : shift + 1, -2);
  }
}
