// Plain text on a terminal, with colour where there is one.
const colour = process.stdout.isTTY && !process.env.NO_COLOR;
const paint = (code, text) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
const WIDTH = Math.min(process.stdout.columns ?? 110, 110);
let failed = 0;

export function heading(text) {
  process.stdout.write(`\n${paint('1', `━━ ${text} ${'━'.repeat(Math.max(0, WIDTH - text.length - 4))}`)}\n`);
}

/** A titled block, wrapped to the terminal. */
export function box(title, text) {
  process.stdout.write(`${paint('2', `  ${title}`)}\n`);
  for (const line of wrap(text.trimEnd(), WIDTH - 4)) process.stdout.write(`    ${line}\n`);
}

/** One checked fact. A false one makes the demo fail. */
export function check(holds, fact) {
  if (!holds) failed += 1;
  process.stdout.write(`  ${holds ? paint('32', '✓') : paint('31', '✗')} ${fact}\n`);
}

export const failures = () => failed;

/** Marks values in red and tokens in green. */
export function highlight(text, values) {
  if (!colour) return text;
  const marked = values.reduce((out, value) => out.replaceAll(value, paint('31', value)), text);
  return marked.replace(/\[[A-Z_]+_[0-9A-Z]{10}\]/g, (token) => paint('32', token));
}

function* wrap(text, width) {
  for (const line of text.split('\n')) {
    let rest = line;
    while (rest.length > width) {
      const space = rest.lastIndexOf(' ', width);
      const at = space > width / 2 ? space : width;
      yield rest.slice(0, at);
      rest = rest.slice(at).trimStart();
    }
    yield rest;
  }
}
