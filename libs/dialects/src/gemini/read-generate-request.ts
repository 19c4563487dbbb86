import { type BodyMessage, invalid, type OpenedRequest, refuseRepeated } from '../dialect.js';
import { type JsonNode, memberOf, textMember } from '../json/json-node.js';
import { readJson } from '../json/read-json.js';
import { headOf, insert } from '../walk/preamble.js';
import { shaped } from '../walk/rule-shape.js';
import { itemPlace, Walker } from '../walk/walker.js';
import { contentRule, requestRule } from './request-rules.js';

const SINGLE_FIELDS = [
  'contents',
  'systemInstruction',
  'system_instruction',
  'tools',
  'generationConfig',
  'generation_config',
];

/**
 * Opens the raw body of `models/…:generateContent` or `:streamGenerateContent`; the model and whether it streams stand in
 * the URL. Throws `request.malformed`, `request.too_deep`, or `request.invalid` with the pointer of the field at fault.
 */
export function readGenerateRequest(raw: string): OpenedRequest {
  const root = readJson(raw);
  refuseRepeated(root, SINGLE_FIELDS);
  const contents = memberOf(root, 'contents');
  if (contents === undefined) throw invalid('/contents', 'The field "contents" is missing.');
  const walker = new Walker(raw);
  generateRule(walker, root, { layer: walker.root, path: '' });
  walker.preamble(preambleAt(root));
  const toolNames = declaredNames(raw, root);
  const config = either(root, 'generationConfig', 'generation_config');
  const mime = textMember(raw, config, 'responseMimeType') ?? textMember(raw, config, 'response_mime_type');
  return walker.body({
    model: null,
    stream: false,
    hasTools: toolNames.length > 0,
    toolNames,
    jsonAnswer: mime === 'application/json',
    messages: messagesOf(raw, contents),
  });
}

function either(node: JsonNode | undefined, camel: string, snake: string): JsonNode | undefined {
  return memberOf(node, camel) ?? memberOf(node, snake);
}

function messagesOf(raw: string, contents: JsonNode): BodyMessage[] {
  const items = contents.kind === 'array' ? contents.items : [contents];
  return items.map((item, index) => {
    const role = textMember(raw, item, 'role') ?? 'user';
    const parts = memberOf(item, 'parts');
    const answersCall =
      parts?.kind === 'array' && parts.items.some((part) => either(part, 'functionResponse', 'function_response'));
    return { index, role, history: role === 'model' || role === 'function' || answersCall };
  });
}

function declaredNames(raw: string, root: JsonNode): string[] {
  const tools = memberOf(root, 'tools');
  return (tools?.kind === 'array' ? tools.items : []).flatMap((tool) => {
    const declared = either(tool, 'functionDeclarations', 'function_declarations');
    return (declared?.kind === 'array' ? declared.items : [])
      .map((one) => textMember(raw, one, 'name'))
      .filter((name) => name !== undefined);
  });
}

/** The first part of the system instruction. */
function preambleAt(root: JsonNode): ReturnType<typeof headOf> {
  const name = memberOf(root, 'system_instruction') ? 'system_instruction' : 'systemInstruction';
  const instruction = memberOf(root, name);
  if (instruction?.kind === 'object') {
    const parts = memberOf(instruction, 'parts');
    if (parts) return headOf(instruction, 'parts', (text) => ({ text }));
    const comma = instruction.members.length > 0 ? ',' : '';
    return (text) => insert(instruction.start + 1, `"parts":${JSON.stringify([{ text }])}${comma}`);
  }
  if (instruction?.kind === 'string' || instruction?.kind === 'array') return headOf(root, name, (text) => ({ text }));
  const member = (text: string): string => JSON.stringify({ parts: [{ text }] });
  if (instruction) return (text) => ({ start: instruction.start, end: instruction.end, text: member(text) });
  return (text) => insert(root.start + 1, `"systemInstruction":${member(text)},`);
}

const contentsRule = shaped(
  (walker, node, place) => {
    if (node.kind !== 'array') {
      walker.enterMessage(0, place.path);
      contentRule(walker, node, place);
    } else {
      for (const [index, content] of node.items.entries()) {
        const at = itemPlace(place, index);
        walker.enterMessage(index, at.path);
        contentRule(walker, content, at);
      }
    }
    walker.enterMessage(null);
  },
  { kind: 'list', rule: contentRule },
);

export const generateRule = requestRule(contentsRule);
