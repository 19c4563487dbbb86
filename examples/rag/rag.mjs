// Retrieval over documents that hold tokens: what is indexed, and what the model reads, holds no personal data. Who asks sees in
// the answer what his role may see, and an erased person is gone from the answers without indexing anything anew.
//
//   PVG_INGEST_KEY=… PVG_KEY=… node examples/rag/rag.mjs "How do I reach the tenant with the heating problem?"
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MemoryVectorStore } from '@langchain/classic/vectorstores/memory';
import { Embeddings } from '@langchain/core/embeddings';

const url = process.env.PVG_URL ?? 'http://127.0.0.1:8080';

async function call(key, path, body) {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.detail);
  return answer;
}

/** A stand-in for an embedding model, so that the example needs none: words hashed into a vector. */
class HashedWords extends Embeddings {
  constructor() {
    super({});
  }

  async embedDocuments(texts) {
    return texts.map((text) => this.vector(text));
  }

  async embedQuery(text) {
    return this.vector(text);
  }

  vector(text) {
    const vector = new Array(512).fill(0);
    for (const word of text.toLowerCase().match(/[a-z]{4,}/g) ?? []) {
      const hash = [...word].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7);
      vector[hash % 512] += 1;
    }
    return vector;
  }
}

/** De-identifies a folder and indexes it. The index holds tokens only. */
export async function ingest(key, folder) {
  const names = readdirSync(folder).sort();
  const texts = names.map((name) => readFileSync(join(folder, name), 'utf8'));
  const { texts: deidentified } = await call(key, '/v1/privacy/deidentify', { texts });
  const documents = deidentified.map((text, index) => ({ pageContent: text, metadata: { name: names[index] } }));
  return MemoryVectorStore.fromDocuments(documents, new HashedWords());
}

/** Answers a question from the index, as far as the key's policy lets its holder see values. */
export async function ask(key, index, question, model = process.env.PVG_MODEL ?? 'demo') {
  const found = await index.similaritySearch(question, 1);
  const context = found.map(({ pageContent }) => pageContent).join('\n---\n');
  const messages = [
    { role: 'system', content: `Answer from these documents only:\n${context}` },
    { role: 'user', content: question },
  ];
  const answer = await call(key, '/v1/chat/completions', { model, messages });
  return answer.choices[0].message.content;
}

if (process.argv[1] === import.meta.filename) {
  const index = await ingest(process.env.PVG_INGEST_KEY, join(import.meta.dirname, 'documents'));
  console.log(await ask(process.env.PVG_KEY, index, process.argv[2]));
}
