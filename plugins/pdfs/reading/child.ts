import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { z } from 'zod';
import { type OpenDocument, openDocument } from './document.ts';
import type { Opening, Order, PagePicture, PageText, Ready } from './exchange.ts';
import { drawPage } from './page-picture.ts';
import { readText } from './page-text.ts';

/** The process that reads PDFs: it says that it is ready, and then answers each order with one message. */

let opened: OpenDocument | undefined;

async function obey(order: Order): Promise<Opening | PageText | PagePicture> {
  switch (order.type) {
    case 'open':
      return open(order.path);
    case 'text':
      return withPage(order.page, readText);
    case 'picture':
      return withPage(order.page, drawPage);
    default:
      return order satisfies never;
  }
}

async function open(path: string): Promise<Opening> {
  await opened?.close();
  opened = undefined;
  const document = await openDocument(path);
  if (typeof document === 'string') return { type: 'refused', fault: document };
  opened = document;
  return { type: 'opened', pages: document.pdf.numPages, title: document.title };
}

async function withPage<Reply>(number: number, use: (page: PDFPageProxy) => Promise<Reply>): Promise<Reply | { type: 'failed' }> {
  try {
    const page = await opened?.pdf.getPage(number);
    if (page === undefined) throw new Error('no file is open');
    const reply = await use(page);
    page.cleanup();
    return reply;
  } catch {
    // Of a page that is broken nothing more is known, and what pdf.js says of it may quote it.
    return { type: 'failed' };
  }
}

process.on('message', async (order: Order) => process.send?.(await obey(order)));
// The host is gone.
process.on('disconnect', () => process.exit());
// pdf.js reads ahead, and nobody waits for what it tries then. What is waited for is answered above.
process.on('unhandledRejection', () => {});

process.send?.({ type: 'ready' } satisfies z.infer<typeof Ready>);
