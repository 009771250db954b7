import { activeTraceparent, isTracing, trace } from '../api/tracing.ts';

/** The kinds of the host itself, which are called far too often for a span each. */
const untraced = ['store', 'blobs', 'workflow-engine'];

/**
 * A provider whose calls have spans, as parts of a step or a request; the provider itself if nothing is traced.
 *
 * @param name of the kind and the provider: `transcriber whisper`
 */
export function tracedProvider<T>(instance: T, { kind, name }: { readonly kind: string; readonly name: string }): T {
  if (!isTracing() || untraced.includes(kind) || typeof instance !== 'object' || instance === null) return instance;
  const attributes = { 'chronoscribe.kind': kind, 'chronoscribe.provider': name };
  return new Proxy(instance, {
    get(target, property) {
      const member: unknown = Reflect.get(target, property);
      if (typeof member !== 'function' || typeof property !== 'string') return member;
      // Bound to the provider itself, which may have private members. The kinds that are traced only have async methods.
      return (...given: unknown[]) => {
        const call = () => Reflect.apply(member, target, given);
        if (activeTraceparent() === undefined) return call();
        return trace(`${kind}.${property}`, { kind: 'client', attributes }, async () => call());
      };
    },
  });
}
