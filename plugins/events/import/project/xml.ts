import { parseXml, XmlElement, XmlError } from '@rgrove/parse-xml';
import { excerpt } from '../text.ts';

/** A project as a file has it, and the line on which an element begins. */
export interface ProjectFile {
  readonly project: XmlElement;
  /** Asked for elements in the order of the file. */
  readonly lineOf: (element: XmlElement) => number;
}

/** The parser knows no entities but the five of XML, and reads no other file. */
export function readXml(file: Uint8Array): ProjectFile | { readonly line: number; readonly detail: string } {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    return { line: 1, detail: 'The file is not UTF-8' };
  }
  try {
    const { root } = parseXml(text, { includeOffsets: true });
    if (root?.name.toLowerCase() !== 'project')
      return { line: 1, detail: 'This is no project: its first element must be <Project>' };
    let [at, line] = [0, 1];
    const lineOf = ({ start }: XmlElement): number => {
      for (; at < start; at += 1) if (text[at] === '\n') line += 1;
      return line;
    };
    return { project: root, lineOf };
  } catch (thrown) {
    if (thrown instanceof XmlError) return { line: thrown.line, detail: `This is not XML: ${excerpt(thrown.message)}` };
    if (thrown instanceof RangeError) return { line: 1, detail: 'The XML is nested too deep' };
    throw thrown;
  }
}

export const childrenOf = (element: XmlElement, name: string): readonly XmlElement[] =>
  element.children.filter((child): child is XmlElement => child instanceof XmlElement && child.name === name);

export const members = (element: XmlElement, list: string, name: string): readonly XmlElement[] =>
  childrenOf(element, list).flatMap((each) => childrenOf(each, name));

/** Undefined for an empty element too. */
export function textOf(element: XmlElement, name: string): string | undefined {
  return childrenOf(element, name)[0]?.text.trim() || undefined;
}
