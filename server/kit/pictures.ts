/**
 * Pictures that people send, drawn again: nothing of the file that came is handed on but what is seen, so metadata, places and whatever was hidden
 * in it are gone. Of a moving one the first frame. Some run at once, some more wait, others are refused; each has its time.
 */
import type { Sharp } from 'sharp'
import { AppError } from './app-error.ts'
import { concurrencyLimit } from './concurrency-limit.ts'

export interface PictureSize {
  /** In pixels; it is never made larger than it came. */
  width: number
  /** None: as its width makes it. */
  height?: number
  /** `inside`: all of it is seen (unless said otherwise); `cover`: the box is filled, and its edges are cut. */
  fit?: 'inside' | 'cover'
  /** `webp`, unless said otherwise; `jpeg` for letters and for sites that read no other. */
  type?: 'webp' | 'jpeg'
}

export interface DrawnPicture {
  type: 'image/webp' | 'image/jpeg'
  width: number
  height: number
  bytes: Buffer
}

/** More than any camera makes; unpacked it would be 240 MB. */
const MOST_PIXELS = 60_000_000
/** In seconds. */
const TIME_LIMIT = 15
const QUALITY = 82

const inTurn = concurrencyLimit({ running: 2, waiting: 30 })

/** Loaded by the first picture: most processes draw none. */
let loading: Promise<(typeof import('sharp'))['default']> | null = null
const load = () =>
  (loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false)
    sharp.concurrency(1)
    return sharp
  }))

/**
 * The same picture in each of these sizes, upright.
 * @param bytes must have the signature of a picture (server/kit/file-types.ts): others are not even tried
 * @throws AppError PICTURE_INVALID, PICTURE_TOO_LARGE, and RATE_LIMIT_EXCEEDED where too many wait
 */
export function drawPicture<const Sizes extends readonly PictureSize[]>(
  bytes: Buffer,
  sizes: Sizes,
): Promise<{ [Each in keyof Sizes]: DrawnPicture }> {
  return inTurn(async () => {
    const sharp = await load()
    const open = (): Sharp =>
      sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', sequentialRead: true, pages: 1 })
    await check(open())
    const drawn: DrawnPicture[] = []
    for (const size of sizes) drawn.push(await draw(open(), size))
    return drawn as { [Each in keyof Sizes]: DrawnPicture }
  })
}

/** The header alone: what would be too much is not unpacked. */
async function check(picture: Sharp): Promise<void> {
  const { width, height } = await picture.metadata().catch(refuse)
  if (width * height > MOST_PIXELS) throw new AppError('PICTURE_TOO_LARGE')
}

async function draw(
  picture: Sharp,
  { width, height, fit = 'inside', type = 'webp' }: PictureSize,
): Promise<DrawnPicture> {
  const sized = picture
    .autoOrient()
    .resize({ width, ...(height === undefined ? {} : { height }), fit, withoutEnlargement: true })
  // Without a ground, what is seen through would be black there.
  const typed =
    type === 'webp'
      ? sized.webp({ quality: QUALITY })
      : sized.flatten({ background: '#ffffff' }).jpeg({ quality: QUALITY })
  const { data, info } = await typed
    .timeout({ seconds: TIME_LIMIT })
    .toBuffer({ resolveWithObject: true })
    .catch(refuse)
  return { type: `image/${type}`, width: info.width, height: info.height, bytes: data }
}

function refuse(error: unknown): never {
  throw new AppError(/pixel limit/i.test(String(error)) ? 'PICTURE_TOO_LARGE' : 'PICTURE_INVALID')
}
