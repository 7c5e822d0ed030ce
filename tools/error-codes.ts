/** How an error code may end or what it may say in the middle: codes are public API, and are read by programs of others. */
const shapes = [
  /_NOT_[A-Z_]+$/,
  /_ALREADY_[A-Z_]+$/,
  /_LIMIT_(REACHED|EXCEEDED)$/,
  /_IN_PROGRESS$/,
  /_(REQUIRED|INVALID|EXPIRED|ENDED|EMPTY|FAILED|CANCELLED|UNREACHABLE|ONLY)$/,
  /_CANNOT_BE_[A-Z]+$/,
  /_TOO_[A-Z]+$/,
]

/** What the specification or HTTP names, and what says more than a shape could. */
const named = new Set([
  'UNAUTHORIZED',
  'FORBIDDEN',
  'NOT_FOUND',
  'SERVICE_UNAVAILABLE',
  'SERVER_ERROR',
  'NETWORK_ERROR',
  'VALIDATION_ERROR',
  'TOO_MANY_RESULTS',
  'LAST_SIGN_IN_METHOD',
  'ALL_CATEGORIES_SUBSCRIBED',
])

export function isShapedCode(code: string): boolean {
  return /^[A-Z]+(_[A-Z]+)*$/.test(code) && (named.has(code) || shapes.some((shape) => shape.test(code)))
}
