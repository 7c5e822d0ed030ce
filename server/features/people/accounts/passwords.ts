/** Passwords: hashed with argon2id, and none that everybody tries first. */
import { personOf, type CallContext } from '../../../kit/context.ts'
import { AppError } from '../../../kit/app-error.ts'
import { compareInThread, hashInThread } from './hash-in-thread.ts'
import { beginTry, checkMost, forgetFailures, personKey, type Try } from './sign-in-failures.ts'

/** Compared with when there is no such account or it has no password, so that an answer's time gives nothing away. */
let nobodysHash: Promise<string> | null = null

/** Some keyboards write «й» as «и» with a sign above it. */
const oneWriting = (password: string): string => password.normalize('NFC')

/** Refuses with RATE_LIMIT_EXCEEDED. */
export const hashPassword = (password: string): Promise<string> => hashInThread(oneWriting(password))

/** Does the same work whether there is a hash or not. Refuses with RATE_LIMIT_EXCEEDED. */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const right = await compareInThread(passwordHash ?? (await hashOfNobody()), oneWriting(password))
  return right && passwordHash !== null
}

function hashOfNobody(): Promise<string> {
  nobodysHash ??= hashInThread('nobody').catch((error: unknown) => {
    nobodysHash = null
    throw error
  })
  return nobodysHash
}

/** As `isPassword`. What was refused unread is no try. */
export async function tryPassword(attempt: Try, passwordHash: string | null, password: string): Promise<boolean> {
  try {
    return await isPassword(passwordHash, password)
  } catch (error) {
    await attempt.takeBack()
    throw error
  }
}

/**
 * Asks someone who is signed in for their password again: a browser that was left open is not enough for what cannot be undone.
 * Refuses with PASSWORD_INVALID, also when there is none.
 */
export async function checkOwnPassword(ctx: CallContext, password: string): Promise<void> {
  const { db, clock } = ctx
  const { id } = personOf(ctx)
  const key = personKey(id)
  const failed = await beginTry(db, clock, [key])
  await checkMost(db, clock, failed, key)
  const row = await db.selectFrom('users').select('passwordHash').where('id', '=', id).executeTakeFirst()
  if (!(await tryPassword(failed, row?.passwordHash ?? null, password))) throw new AppError('PASSWORD_INVALID')
  await forgetFailures(db, key)
}

/** Refuses what everybody tries first: common passwords, and what is known about the person anyway. */
export async function checkNotCommon(
  password: string,
  about: { email: string | null; username: string },
): Promise<void> {
  if (isGuessable(password, about, await commonPasswords())) throw new AppError('PASSWORD_TOO_COMMON')
}

/** Read when the first password is set, and not by processes that set none. */
let read: Promise<ReadonlySet<string>> | null = null
function commonPasswords(): Promise<ReadonlySet<string>> {
  read ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return read
}

function isGuessable(
  password: string,
  { email, username }: { email: string | null; username: string },
  common: ReadonlySet<string>,
): boolean {
  const written = oneWriting(password).trim().toLowerCase()
  // «йцукенгш» is «qwertyui» to anyone who has forgotten to switch the keyboard, or takes it for a trick.
  const forms = [written, onLatinKeys(written)]
  const bare = written.replace(/[^\p{L}]+$/u, '')
  const known = [email, email?.split('@')[0], username].map((word) => word?.trim().toLowerCase())
  return (
    forms.some((form) => common.has(form)) ||
    russianWords.has(bare) ||
    new Set(written).size < 3 ||
    isRow(written) ||
    known.some((word) => word !== undefined && word !== '' && (word === written || (word.length > 3 && word === bare)))
  )
}

/** The list knows none of these. */
const russianWords = new Set([
  'пароль',
  'парольпароль',
  'привет',
  'приветпривет',
  'любовь',
  'люблютебя',
  'ялюблютебя',
  'солнышко',
  'зайчик',
  'котенок',
  'котёнок',
  'максим',
  'наташа',
  'марина',
  'кристина',
  'александр',
  'анастасия',
  'екатерина',
  'виктория',
  'дмитрий',
  'сергей',
  'андрей',
  'никита',
  'спартак',
  'россия',
  'москва',
  'самсунг',
  'эхолот',
  'echolot',
])

/** 12345678, hgfedcba: every sign is the neighbour of the one before. */
function isRow(text: string): boolean {
  const steps = new Set(
    [...text].slice(1).map((sign, index) => (sign.codePointAt(0) ?? 0) - (text.codePointAt(index) ?? 0)),
  )
  return steps.size === 1 && (steps.has(1) || steps.has(-1))
}

const russianKeys = 'ёйцукенгшщзхъфывапролджэячсмитьбю'
const latinKeys = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
function onLatinKeys(text: string): string {
  return text.replace(/[а-яё]/g, (letter) => latinKeys[russianKeys.indexOf(letter)] ?? letter)
}
