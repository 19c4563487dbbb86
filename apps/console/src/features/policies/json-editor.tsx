import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, defaultHighlightStyle, foldGutter, syntaxHighlighting } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useRef, useState } from 'react';
import type { PolicyDocument } from '../../api/types.js';
import { t } from '../../i18n/index.js';
import { cspNonce } from '../../ui/csp-nonce.js';
import css from './policies.module.css';

interface Props {
  readonly document: PolicyDocument;
  readonly editable: boolean;
  readonly onChange: (document: PolicyDocument) => void;
  readonly onBroken: (broken: boolean) => void;
}

const LOOK = EditorView.theme({
  '&': { fontSize: '0.8125rem', backgroundColor: 'var(--pvg-surface)', color: 'var(--pvg-text)', maxHeight: '60dvh' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', overflow: 'auto' },
  '.cm-gutters': { backgroundColor: 'var(--pvg-sunken)', color: 'var(--pvg-muted)', border: 'none' },
  '.cm-cursor': { borderLeftColor: 'var(--pvg-text)' },
  '.cm-selectionBackground, &.cm-focused .cm-selectionBackground': { backgroundColor: 'var(--pvg-token-ground)' },
  '.ͼe': { color: 'var(--pvg-good)' },
  '.ͼc, .ͼd, .ͼb': { color: 'var(--pvg-token)' },
});

/** The same document as text. While it is no JSON, the last readable document stands and nothing can be saved. */
export default function JsonEditor({ document, editable, onChange, onBroken }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const changed = useRef({ onChange, onBroken });
  changed.current = { onChange, onBroken };
  const [first] = useState(() => JSON.stringify(document, null, 2));
  const [fault, setFault] = useState<string | null>(null);

  useEffect(() => {
    const read = (text: string) => {
      try {
        const parsed = JSON.parse(text) as PolicyDocument;
        setFault(null);
        changed.current.onBroken(false);
        if (Array.isArray(parsed?.statements)) changed.current.onChange(parsed);
      } catch (error) {
        setFault(error instanceof Error ? error.message : String(error));
        changed.current.onBroken(true);
      }
    };
    const view = new EditorView({
      parent: host.current!,
      state: EditorState.create({
        doc: first,
        extensions: [
          EditorView.cspNonce.of(cspNonce()),
          lineNumbers(),
          foldGutter(),
          history(),
          bracketMatching(),
          json(),
          syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
          keymap.of([...defaultKeymap, ...historyKeymap]),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': t('json.label') }),
          EditorState.readOnly.of(!editable),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) read(update.state.doc.toString());
          }),
          LOOK,
        ],
      }),
    });
    return () => {
      changed.current.onBroken(false);
      view.destroy();
    };
  }, [first, editable]);

  return (
    <>
      <div ref={host} className={css.editor} />
      {fault !== null && (
        <p role="alert" className={css.small}>
          {t('lint.json', { message: fault })}
        </p>
      )}
    </>
  );
}
