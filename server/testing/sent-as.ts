import type { Call } from '../../contract/call.ts'

/** A body as it is sent: as JSON, or with files as a browser sends a form. */
export async function sentAs(
  call: Call,
  body: Record<string, unknown> | undefined,
  files: readonly File[] | undefined,
  headers: Record<string, string>,
): Promise<{ headers: Record<string, string>; payload?: Record<string, unknown> | Buffer }> {
  if (!files) return { headers, ...(body ? { payload: body } : {}) }
  const form = new FormData()
  for (const [name, value] of Object.entries(body ?? {}))
    for (const each of Array.isArray(value) ? value : [value]) form.append(name, String(each))
  for (const file of files) form.append(call.files?.field ?? '', file)
  const sent = new Response(form)
  return {
    headers: { ...headers, 'content-type': sent.headers.get('content-type') ?? '' },
    payload: Buffer.from(await sent.arrayBuffer()),
  }
}
