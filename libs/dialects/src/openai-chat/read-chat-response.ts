import { applyEdits, DomainError, type Edit } from '#lib/kernel';
import { isNull, type JsonNode, memberOf, numberMember } from '../json/json-node.js';
import { readJson } from '../json/read-json.js';
import { replaceText } from '../json/replace-text.js';
import { bodyLayer, stringLayer } from '../json/text-layer.js';
import { type LaneFactory, rewriteWhole } from '../stream/lane.js';
import { list, object, pass } from '../walk/rules.js';
import { type OpenedBody, type Rule, Walker } from '../walk/walker.js';
import { type Piece, piecesOf } from './chat-pieces.js';
import { messageRule } from './request-rules.js';

export interface ChatResponseOptions {
  /** The request asked for JSON (`response_format`), so values in `content` are put back JSON-escaped. */
  readonly jsonAnswer?: boolean;
}

/** A Chat Completions answer, or an error body, opened. `slots` are the texts of the choices. */
export interface ChatResponse extends OpenedBody {
  /** The body with every lane's text run through a writer; everything else stays byte for byte. */
  rewrite(open: LaneFactory): string;
}

/** Opens the raw body of an answer. Throws `upstream.rejected` when it is not JSON. */
export function readChatResponse(raw: string, options: ChatResponseOptions = {}): ChatResponse {
  const root = readAnswer(raw);
  const walker = new Walker(raw);
  responseRule(walker, root, { layer: walker.root, path: '' });
  return { ...walker.body(), rewrite: (open) => rewrite(raw, root, open, options) };
}

/** Reads an upstream's JSON. Throws `upstream.rejected`, never one of the codes that blame the caller. */
export function readAnswer(raw: string): JsonNode {
  try {
    return readJson(raw);
  } catch (cause) {
    throw new DomainError('upstream.rejected', { publicMessage: 'The upstream sent a body that is not JSON.', cause });
  }
}

const choiceRule = object({ message: messageRule }, pass);

const choicesRule: Rule = list((walker, choice, place) => {
  const index = Number(place.path.slice(place.path.lastIndexOf('/') + 1));
  walker.enterMessage(index, `${place.path}/message`);
  choiceRule(walker, choice, place);
  walker.enterMessage(null);
});

const responseRule = object({ choices: choicesRule }, pass);

function rewrite(raw: string, root: JsonNode, open: LaneFactory, options: ChatResponseOptions): string {
  const edits: Edit[] = [];
  const body = bodyLayer(raw);
  const choices = memberOf(root, 'choices');
  for (const [ordinal, choice] of (choices?.kind === 'array' ? choices.items : []).entries()) {
    const pieces = piecesOf(raw, memberOf(choice, 'message'), {
      choice: numberMember(raw, choice, 'index') ?? ordinal,
      contentContainer: options.jsonAnswer ? 'json' : 'text',
      toolNames: new Map(),
    });
    const changed = pieces.map((piece) => rewritePiece(piece)).some(Boolean);
    const logprobs = memberOf(choice, 'logprobs');
    // Log probabilities spell the text piece by piece in its other form; there is no honest restored version of them.
    if (changed && logprobs && !isNull(raw, logprobs)) edits.push({ ...rangeOf(logprobs), text: 'null' });
  }
  const error = memberOf(memberOf(root, 'error'), 'message');
  if (error?.kind === 'string') {
    rewritePiece({ lane: { choice: -1, field: 'error', container: 'text' }, node: error, whole: true });
  }
  return applyEdits(raw, edits);

  function rewritePiece(piece: Piece): boolean {
    const layer = stringLayer(body, piece.node);
    const edit = replaceText(layer, rewriteWhole(open, piece.lane, layer.text));
    if (edit) edits.push(edit);
    return edit !== null;
  }
}

export function rangeOf(node: JsonNode): { start: number; end: number } {
  return { start: node.start, end: node.end };
}
