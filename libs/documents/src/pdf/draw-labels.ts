import {
  beginText,
  degrees,
  endText,
  type PDFFont,
  type PDFPage,
  rgb,
  rotateAndSkewTextRadiansAndTranslate,
  setCharacterSqueeze,
  setFillingGrayscaleColor,
  setFontAndSize,
  showText,
} from 'pdf-lib';
import type { Label } from '../paged/protocol.js';

/** What a label's ground looks like, in pixels too. */
export const GROUND = 225;
/** How high the letters are, and how low they may get before they are squeezed instead, in parts of the label's height. */
const SIZE = 0.72;
const SIZE_MIN = 0.45;
/** Where letters stand above the label's lower edge. */
const DESCENT = 0.26;

/** Draws labels: an even ground, and on it the text in Helvetica, made to fit. */
export function drawLabels(page: PDFPage, font: PDFFont, labels: readonly Label[]): void {
  if (labels.length === 0) return;
  for (const { box } of labels) {
    const [width, height] = [box.x1 - box.x0, box.y1 - box.y0];
    page.drawRectangle({ x: box.x0, y: box.y0, width, height, color: rgb(GROUND / 255, GROUND / 255, GROUND / 255) });
  }
  const written = labels.flatMap((label) => {
    const text = drawable(font, label.text);
    return text === '' ? [] : [{ ...label, text }];
  });
  if (written.length === 0) return;
  const key = page.node.newFontDictionary('Label', font.ref);
  for (const { box, turn, text } of written) {
    const upright = turn === 0 || turn === 180;
    const length = upright ? box.x1 - box.x0 : box.y1 - box.y0;
    const height = upright ? box.y1 - box.y0 : box.x1 - box.x0;
    const fitting = length / font.widthOfTextAtSize(text, 1);
    const size = Math.max(0.5, Math.min(height * SIZE, Math.max(fitting, height * SIZE_MIN)));
    const squeeze = Math.min(100, (fitting / size) * 100);
    const lift = height * DESCENT;
    const [x, y] = {
      0: [box.x0, box.y0 + lift] as const,
      90: [box.x1 - lift, box.y0] as const,
      180: [box.x1, box.y1 - lift] as const,
      270: [box.x0 + lift, box.y1] as const,
    }[turn];
    const angle = (degrees(turn).angle * Math.PI) / 180;
    page.pushOperators(
      beginText(),
      setFillingGrayscaleColor(0),
      setFontAndSize(key, size),
      setCharacterSqueeze(squeeze),
      rotateAndSkewTextRadiansAndTranslate(angle, 0, 0, x, y),
      showText(font.encodeText(text)),
      setCharacterSqueeze(100),
      endText(),
    );
  }
}

/** Text in the characters that the font has (WinAnsi); '' when that would be another text. */
export function drawable(font: PDFFont, text: string): string {
  const known = new Set(font.getCharacterSet());
  const has = (one: string): boolean => [...one].every((character) => known.has(character.codePointAt(0)!));
  const flat = text.replace(/\s+/g, ' ');
  if (has(flat)) return flat;
  const bare = flat.normalize('NFKD').replace(/\p{M}/gu, '');
  return has(bare) ? bare : '';
}
