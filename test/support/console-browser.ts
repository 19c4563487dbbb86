/** What a page of the console sends: its cookies, its CSRF token, and the headers that a browser adds by itself. */
export class ConsoleBrowser {
  readonly cookies = new Map<string, string>();
  csrfToken: string | undefined;

  constructor(private readonly url: string) {}

  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<ConsoleAnswer> {
    const response = await fetch(this.url + path, {
      method,
      redirect: 'manual',
      headers: {
        'sec-fetch-site': 'same-origin',
        ...(method !== 'GET' && { origin: this.url }),
        ...(this.cookies.size > 0 && {
          cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        }),
        ...(this.csrfToken !== undefined && { 'x-pvg-csrf': this.csrfToken }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const setCookies = response.headers.getSetCookie();
    for (const line of setCookies) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (value === '') this.cookies.delete(name!);
      else this.cookies.set(name!, value!);
    }
    const text = await response.text();
    // biome-ignore lint/suspicious/noExplicitAny: test code reads answers by hand
    const json: any = text.startsWith('{') ? JSON.parse(text) : undefined;
    const csrfToken = json?.csrfToken ?? json?.session?.csrfToken;
    if (csrfToken !== undefined) this.csrfToken = csrfToken;
    return { status: response.status, headers: response.headers, setCookies, json };
  }

  get(path: string, headers?: Readonly<Record<string, string>>): Promise<ConsoleAnswer> {
    return this.send('GET', path, undefined, headers);
  }
}

export interface ConsoleAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly setCookies: readonly string[];
  // biome-ignore lint/suspicious/noExplicitAny: test code reads answers by hand
  readonly json: any;
}
