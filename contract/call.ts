/** A call: something the web may ask of the server. Declared once; routes, types, client and tests come from it. */
import { Type, type Static, type TSchema } from 'typebox'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The roles by word; their numeric codes on the wire stand in rules/roles.ts. */
export const roleNames = [
  'admin',
  'moderator',
  'blogEditor',
  'categoryEditor',
  'partner',
  'support',
  'teamOwner',
] as const
export type RoleName = (typeof roleNames)[number]

/** Who may ask: anyone, anybody signed in, or someone who holds the role. */
export type Access = 'anyone' | 'customer' | RoleName

/**
 * What a member of a team may do with what its owner bought, each with all of those before it: look (`view`); mark messages and work on leads
 * (`work`); change the team's filters, projects and groups (`manage`). With their own account and their own products they may do everything.
 */
export const teamRights = ['view', 'work', 'manage'] as const
export type TeamRight = (typeof teamRights)[number]

/** `none`: the call reaches nothing of a team. */
export type TeamNeed = 'none' | TeamRight

/** `read`: it leaves everything as it is; such calls are counted. `change`: each is written down by itself. */
export type MaskUse = 'read' | 'change'

/** What a key of the API can be given. A call that names one is part of the API; all others are out of reach of keys. */
export const apiScopes = ['feed:read', 'filters:read'] as const
export type ApiScope = (typeof apiScopes)[number]

/**
 * `self`: only the person in their own session, neither support acting for them nor a key: password, e-mail, payout, deletion, sessions. What else
 * support may not do under a mask: `underMask`.
 */
export type Scope = 'self' | ApiScope

/**
 * At most `count` calls in `seconds`, for one person; while no one is signed in for one address, and there by themselves for all
 * browsers that were signed in before.
 */
export interface RateLimit {
  count: number
  seconds: number
}

/** The longest body of a call, in bytes, unless it declares another. */
export const commonBody = 65_536
/** Of calls that take whole lists: of words, of links, of ids. */
export const longBody = 262_144

/** What a picture that is sent may be. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const
/** The media types of files that calls take; what a file is, its bytes say and not its name. */
export const fileTypes = [...pictureTypes, 'application/pdf', 'text/plain'] as const
export type FileType = (typeof fileTypes)[number]

/** Files that come with a call, as multipart/form-data: whose fields are the input, and repeat where it is a list. */
export interface FilesOfCall {
  /** The name of the field they come in, each as a part of its own. */
  field: string
  most: number
  /** The longest of them, in bytes … */
  bytes: number
  /** … and how long all of them may be together. */
  total: number
  types: readonly FileType[]
}

export interface CallOptions<Input extends TSchema, Result extends TSchema> {
  access: Access
  /** In which ways it may be asked for; none: by a session, and by support acting for the person (rules/permission.ts). */
  scope?: Scope
  /**
   * What it needs of what it reaches through a team alone: a message of the owner's product, a filter of the team (`manage` is of filters about
   * those of a team), the owner's projects and lists. With what is one's own everybody may do everything. The gate hands it to the handler
   * (`CallContext.teamNeed`), and the functions that find things for an actor hold it.
   */
  teamNeed: TeamNeed
  /** What support may do with it under a mask (rules/mask.ts). */
  underMask?: MaskUse | 'refused'
  /** One object for path parameters, query and body together; names do not repeat among them. */
  input: Input
  result: Result
  /** In bytes, where what the schema lets pass is longer than the common most (`commonBody`). */
  maxBody?: number
  /** Files that may come along. A call that has none of them travels as any other does. */
  files?: FilesOfCall
  /** None: the common rate limit of what only reads, or of what changes something (server/gate/rate-limiter.ts). */
  rateLimit?: RateLimit
  /** Of an expensive call that anyone may make: for those who are not signed in. */
  guestRateLimit?: RateLimit
  /** It may be asked for by a press beside a notice: in a chat that is linked to the person, by a signed link of a letter. */
  byNotice?: true
  /** The one way it may come: what sets cookies needs an ordinary answer, what is about the socket needs the socket. */
  only?: 'http' | 'socket'
  /** It changes something though it is a GET (the specification wants it so): it must come from our own page as other changes do. */
  changes?: true
  /** Other sites send people or notices here: it proves by itself what it receives, and the origin is not looked at. */
  crossSite?: true
}

type StaffAccess = Exclude<RoleName, 'partner' | 'teamOwner'>

/** Of each call that a mask could reach it is decided what it is there, or it does not compile; what is of a person alone, or of staff, it never reaches. */
type DecidedForMasks =
  | { scope: 'self'; underMask?: never }
  | { access: StaffAccess; underMask?: never }
  | { access: Exclude<Access, StaffAccess>; scope?: ApiScope; underMask: MaskUse | 'refused' }

export interface Call<Input extends TSchema = TSchema, Result extends TSchema = TSchema> extends CallOptions<
  Input,
  Result
> {
  method: Method
  path: string
  /** The answer is a file, streamed as it is and not wrapped; only an error comes as every answer does. */
  file?: true
  /** The browser itself comes here, and is sent on: see `redirectCall`. */
  redirect?: true
  /** A notice of another service: see `hookCall`. */
  hook?: true
}

/** A call that hands out a file: asked for by its address, as a browser does. */
export interface FileCall<Input extends TSchema = TSchema> extends Call<Input> {
  file: true
}

export type InputOf<C> = C extends Call<infer Input, TSchema> ? Static<Input> : never
export type ResultOf<C> = C extends Call<TSchema, infer Result> ? Static<Result> : never

export function call<const Input extends TSchema, const Result extends TSchema>(
  method: Method,
  path: string,
  options: CallOptions<Input, Result> & DecidedForMasks,
): Call<Input, Result> {
  return { method, path, ...options }
}

type CommonOption = 'access' | 'scope' | 'teamNeed' | 'underMask' | 'input' | 'rateLimit'

export function fileCall<const Input extends TSchema>(
  path: string,
  options: Pick<CallOptions<Input, TSchema>, CommonOption> & DecidedForMasks,
): FileCall<Input> {
  return { method: 'GET', path, ...options, result: Type.Object({}), only: 'http', file: true }
}

/** A call that the browser itself goes to, and that sends it on. */
export interface RedirectCall<Input extends TSchema = TSchema> extends Call<Input, typeof Redirection> {
  redirect: true
}

const Redirection = Type.Object({ location: Type.String() })

/** Answered with 303 to `location`, a path of ours or an address of a network; a refusal with 303 to the page that shows it. */
export function redirectCall<const Input extends TSchema>(
  method: Method,
  path: string,
  options: Pick<CallOptions<Input, TSchema>, CommonOption | 'crossSite' | 'changes'> & DecidedForMasks,
): RedirectCall<Input> {
  return { method, path, ...options, result: Redirection, only: 'http', redirect: true }
}

/** A call that another service makes to tell something; it proves by its signature that it is who it says. */
export interface HookCall<Input extends TSchema = TSchema> extends Call<Input, typeof HookAnswer> {
  hook: true
}

/** What the service wants to hear, in its own words. */
const HookAnswer = Type.Object({ status: Type.Integer(), type: Type.String(), body: Type.String() })

/** More than a gateway ever sends of one shop, and less than would fill the journal of notices: they repeat what is refused. */
const hookRateLimit: RateLimit = { count: 300, seconds: 60 }

/**
 * Its body and query are handed over as they came, byte by byte: signatures are over them.
 * @param maxBody in bytes, where more may come than the common most (`commonBody`)
 */
export function hookCall<const Input extends TSchema>(
  method: Method,
  path: string,
  input: Input,
  maxBody?: number,
): HookCall<Input> {
  return {
    method,
    path,
    access: 'anyone',
    teamNeed: 'none',
    underMask: 'refused',
    input,
    result: HookAnswer,
    only: 'http',
    crossSite: true,
    hook: true,
    rateLimit: hookRateLimit,
    ...(maxBody === undefined ? {} : { maxBody }),
  }
}

/** Every path lies under /api, except those beginning with /auth (spec §7) and short links, which are to be short. */
export function address(path: string): string {
  return /^\/(auth|r)\//.test(path) ? path : `/api${path}`
}

/** What comes back from every call, over HTTP and over the socket alike. */
export type Answer<Result = unknown> =
  | { status: 'ok'; result: Result }
  | { status: 'error'; type: 'refusal' | 'defect'; code: string; message: string; details?: ErrorDetails }

/** The first mistake of an invalid input as Ajv tells it, or whatever else helps to say what is wrong. */
export interface ErrorDetails {
  keyword?: string
  dataPath?: string
  params?: Record<string, unknown>
  [key: string]: unknown
}
