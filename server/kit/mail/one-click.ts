/** RFC 8058: a mail service asks in the name of its customer, by a form of either kind. */
export function isOneClick(type: string, body: string): boolean {
  if (/^multipart\/form-data\b/i.test(type))
    return /name="?List-Unsubscribe"?\s*\r?\n(?:[^\r\n]+\r?\n)*\r?\nOne-Click\s/i.test(body)
  return new URLSearchParams(body.trim()).get('List-Unsubscribe') === 'One-Click'
}
