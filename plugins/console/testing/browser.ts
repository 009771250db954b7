import type { CallOptions, TestHost, TestResponse } from 'chronoscribe/testing';

/** A browser on a page of the host: it keeps cookies and tells where its requests come from. */
export interface TestBrowser {
  call(method: string, path: string, options?: CallOptions): Promise<TestResponse>;
  /** The cookie as it would be sent; empty without one. */
  readonly cookie: () => string;
  /** Takes over a cookie, as somebody who has stolen or planted it. */
  readonly plant: (cookie: string) => void;
}

export function testBrowser(host: Pick<TestHost, 'call'>): TestBrowser {
  const cookies = new Map<string, string>();
  const header = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return {
    cookie: header,
    plant: (cookie) => {
      const [name = '', value = ''] = cookie.split('=');
      cookies.set(name, value);
    },
    async call(method, path, options = {}) {
      const answer = await host.call(method, path, {
        key: null,
        ...options,
        headers: { 'sec-fetch-site': 'same-origin', ...(cookies.size > 0 && { cookie: header() }), ...options.headers },
      });
      // Several are joined by commas, which ours do not have.
      for (const each of (answer.headers.get('set-cookie') ?? '').split(',')) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
        if (value !== '') cookies.set(name, value);
        else cookies.delete(name);
      }
      return answer;
    },
  };
}
