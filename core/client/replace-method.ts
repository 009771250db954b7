/**
 * Replaces a method by one that is made of it.
 *
 * @returns restores the object as it was, also if the method was inherited
 */
export function replaceMethod<Name extends string>(
  target: object,
  name: Name,
  replacement: (original: unknown) => unknown,
): () => void {
  const descriptor = Object.getOwnPropertyDescriptor(target, name);
  const value = replacement(Reflect.get(target, name));
  Object.defineProperty(target, name, { configurable: true, enumerable: false, writable: true, ...descriptor, value });
  return () => {
    if (descriptor === undefined) Reflect.deleteProperty(target, name);
    else Object.defineProperty(target, name, descriptor);
  };
}
