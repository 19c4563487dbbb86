/** Turns a replacement into the form its place in the source asks for. */
export type Encoding = (text: string) => string;

export const plain: Encoding = (text) => text;

/** Text of an XML or HTML element. Characters that XML 1.0 §2.2 forbids become U+FFFD. */
export const xmlText: Encoding = (text) =>
  withoutControls(text).replace(/[&<>]/g, (character) => XML_ENTITY[character]!);

/** A quoted attribute value, safe in either kind of quote. */
export const xmlAttribute: Encoding = (text) =>
  withoutControls(text).replace(/[&<>"'\t\n\r]/g, (character) => XML_ENTITY[character]!);

/** An unquoted HTML attribute value (HTML §13.1.2.3). */
export const htmlUnquoted: Encoding = (text) =>
  withoutControls(text).replace(/[&<>"'`=\s]/g, (character) => `&#${character.codePointAt(0)};`);

/** The inside of a JSON string, without its quotes. `<` is escaped too, since JSON stands in HTML scripts. */
export const jsonInside: Encoding = (text) => JSON.stringify(text).slice(1, -1).replaceAll('<', '\\u003c');

/** A whole JSON string in the place of another JSON value. */
export const jsonString: Encoding = (text) => JSON.stringify(text);

/** Percent-encoding that is safe in every part of a URL. */
export const percent: Encoding = (text) =>
  encodeURIComponent(text.toWellFormed())
    .replaceAll('%40', '@')
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);

const XML_ENTITY: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

function withoutControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML forbids
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd');
}
