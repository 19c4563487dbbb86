import type { UpstreamConfig } from '#lib/config';

/** Where an upstream lists its models, below its base URL. */
export function modelListPath({ api, wire }: Pick<UpstreamConfig, 'api' | 'wire'>): string {
  switch (api) {
    case 'anthropic':
      return '/v1/models';
    case 'gemini':
      return '/v1beta/models';
    case 'ollama':
      return '/api/tags';
    case 'completions':
      return wire === 'ollama' ? '/api/tags' : '/models';
    case 'openai':
      return '/models';
  }
}
