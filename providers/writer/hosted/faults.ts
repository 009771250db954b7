import type { IncomingMessage } from 'node:http';
import { Problem } from 'chronoscribe';
import { z } from 'zod';
import { ContextExceeded } from '../model/model.ts';
import {
  incompleteAnswer,
  type ModelService,
  readErrorBody,
  statusProblem,
  transientFailure,
  unexpectedContentType,
} from '../model/service.ts';

/** How vendors and compatible servers report that a request is too long: error codes, and words in messages. */
const tooLongCode = /context_length|context_window|context_size|exceed_context|request_too_large|string_above_max/i;
const tooLongWords =
  /\b(?:context|prompt|input)\b.{0,80}\b(?:length|window|size|limit|maximum|too (?:long|large))\b|maximum context|too many tokens/i;
/** How the templates of models without a system message say so, through vLLM, llama.cpp and others. */
const systemWords = /\bsystem\b.{0,30}\b(?:role|message|prompt|instruction)s?\b|\broles? must alternate\b/i;
const filtered = /content_filter|content_policy|safety|refus/i;
const overloaded = /overload|rate_limit|server_error|api_error|timeout|unavailable|internal/i;

/** An error as vendors report it. */
const vendorError = z.object({
  message: z.string().catch(''),
  code: z.union([z.string(), z.number()]).nullish().catch(null),
  type: z.string().nullish().catch(null),
  param: z.string().nullish().catch(null),
  statusCode: z.number().nullish().catch(null),
});
type VendorError = z.output<typeof vendorError>;

const asJson = z.string().transform((text, context) => {
  try {
    return z.unknown().parse(JSON.parse(text));
  } catch {
    context.addIssue({ code: 'custom', message: 'is not JSON' });
    return z.NEVER;
  }
});
/** Where the error is nested in a response, an event, or an error of the `ai` package. */
const errorWrapper = z.object({
  error: z.looseObject({}).optional().catch(undefined),
  response: z.looseObject({}).optional().catch(undefined),
  data: z.looseObject({}).optional().catch(undefined),
  responseBody: asJson.optional().catch(undefined),
});

/**
 * Maps a response to an error, by its status and type.
 *
 * @returns undefined if it is the requested event stream
 */
export async function responseError(incoming: IncomingMessage, service: ModelService): Promise<Error | undefined> {
  const status = incoming.statusCode ?? 0;
  if (status === 200 && /event-stream/.test(incoming.headers['content-type'] ?? '')) return undefined;
  const faults = vendorErrors(await readErrorBody(incoming));
  if (status === 200) return unexpectedContentType(service);
  if (faults.some(isWithoutCredit)) return noCredit(service);
  // llama.cpp reports a template that refuses as its own failure, with status 500.
  if (faults.some(({ message }) => systemWords.test(message))) return new SystemRefused();
  const common = statusProblem(service, status, incoming.headers);
  if (common !== undefined) return common;
  if (faults.some(isTooLong)) return new ContextExceeded();
  if (faults.some(isFiltered)) return modelRefused(service);
  if (status === 404 && faults.length > 0) return modelNotFound(service);
  return new Problem('provider-failed', {
    detail: `${service.name} answered with status ${status}${codesIn(faults)}. Check the writer's settings vendor, model and baseUrl.`,
  });
}

/** Maps an error within a stream, as the `ai` package passes it on. A `Problem` of our own `fetch` may be its cause. */
export function streamError(thrown: unknown, service: ModelService): Error {
  const own = ownError(thrown);
  if (own !== undefined) return own;
  const faults = vendorErrors(thrown);
  if (faults.some(isTooLong)) return new ContextExceeded();
  if (faults.some(isFiltered)) return modelRefused(service);
  if (faults.some(isWithoutCredit)) return noCredit(service);
  if (faults.some(isTransient)) return transientFailure(service, 'failed while it was answering');
  return incompleteAnswer(service);
}

/** The model's template takes no system message. The caller puts it before the words of the user. */
export class SystemRefused extends Error {
  override readonly name = 'SystemRefused';
}

/** The model's template refuses one message of the user as well. */
export function rolesRefused({ name }: ModelService): Problem {
  return new Problem('provider-failed', {
    detail: `The chat template of the model at ${name} refuses a single message of the user. Use another model or template.`,
  });
}

/** The model refused, or a content filter stopped it. */
export function modelRefused({ name }: ModelService): Problem {
  return new Problem('provider-failed', {
    detail: `The model at ${name} refused to answer, or a content filter stopped it. Use another model or change the filter.`,
  });
}

/** The model called a tool, though none is offered. */
export function unexpectedToolCall({ name }: ModelService): Problem {
  return new Problem('provider-failed', {
    detail: `The model at ${name} called a tool instead of answering. Use another model.`,
  });
}

function modelNotFound({ name, model }: ModelService): Problem {
  return new Problem('provider-unavailable', {
    detail: `${name} does not have the model "${model}", or your account may not use it. Correct the writer's settings model or baseUrl.`,
  });
}

function noCredit({ name }: ModelService): Problem {
  return new Problem('provider-unavailable', {
    detail: `${name} reports that the account has no credit left. Add credit at the vendor.`,
  });
}

/** The `ai` package wraps what our `fetch` throws. */
function ownError(thrown: unknown): Error | undefined {
  if (thrown instanceof Problem || thrown instanceof ContextExceeded || thrown instanceof SystemRefused) return thrown;
  return thrown instanceof Error && thrown.cause !== undefined ? ownError(thrown.cause) : undefined;
}

/** The errors of a body, from the outermost to the innermost. */
function vendorErrors(body: unknown): VendorError[] {
  const own = vendorError.safeParse(body);
  if (!own.success) return [];
  const inner = errorWrapper.parse(body);
  const { message, code, type } = own.data;
  const saysSomething = message !== '' || code != null || type != null;
  return [...(saysSomething ? [own.data] : []), ...Object.values(inner).flatMap(vendorErrors)];
}

function isTooLong(fault: VendorError): boolean {
  return tooLongCode.test(codeOf(fault)) || tooLongWords.test(fault.message);
}

function isFiltered(fault: VendorError): boolean {
  return filtered.test(codeOf(fault));
}

function isWithoutCredit(fault: VendorError): boolean {
  return /insufficient_quota|billing/.test(codeOf(fault));
}

function isTransient(fault: VendorError): boolean {
  return overloaded.test(codeOf(fault)) || (fault.statusCode ?? 0) >= 500;
}

function codeOf({ code, type }: VendorError): string {
  return `${code ?? ''} ${type ?? ''}`;
}

/** The vendor's error codes. Never its messages, which may quote the request. */
function codesIn(faults: readonly VendorError[]): string {
  const codes = faults
    .flatMap(({ code, type, param }) => [code, type, param])
    .flatMap((code) =>
      typeof code === 'string' && /^[a-z][\w.[\]-]{1,60}$/i.test(code) && code !== 'error' ? [code] : [],
    );
  return codes.length === 0 ? '' : ` (${[...new Set(codes)].join(', ')})`;
}
