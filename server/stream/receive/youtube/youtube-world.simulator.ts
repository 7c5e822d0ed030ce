/** A small YouTube for its simulator: channels, videos and comments, which may be changed as they are. */
export interface SimulatedChannel {
  id: string
  title: string
  handle: string
  userName?: string
  subscribers: number
  hidden?: boolean
  commentsOff?: boolean
  gone?: boolean
}

export interface SimulatedVideo {
  id: string
  channelId: string
  title: string
  description: string
  at: Date
  isPrivate?: boolean
}

export interface SimulatedComment {
  id: string
  videoId: string
  channelId: string
  parentId: string | null
  author: string
  text: string
  at: Date
  updatedAt: Date
}

/** Ids have the lengths they have there. */
const madeUpId = (start: string, length: number, number: number): string =>
  start + number.toString(36).padStart(length - start.length, '0')
const video11 = (number: number): string => madeUpId('v', 11, number)

export class YoutubeWorld {
  readonly channels: SimulatedChannel[] = []
  readonly videos: SimulatedVideo[] = []
  readonly comments: SimulatedComment[] = []
  /** Mixes every page up and says some entries twice. */
  untidy = false
  /** Milliseconds its clock is ahead. */
  skew = 0

  protected readonly now: () => Date
  #made = 0

  constructor(now: () => Date) {
    this.now = now
  }

  /** As its clock has it. */
  timeOf(at: Date): string {
    return new Date(at.getTime() + this.skew).toISOString().replace(/\.\d+Z$/, 'Z')
  }

  addChannel(given: Partial<SimulatedChannel> & { title: string }): SimulatedChannel {
    const number = ++this.#made
    const channel = {
      id: madeUpId('UC', 24, number),
      handle: `channel${number}`,
      subscribers: number * 1000,
      ...given,
    }
    this.channels.push(channel)
    return channel
  }

  post(channel: SimulatedChannel, title: string, description = '', at = this.now()): SimulatedVideo {
    const video = { id: video11(++this.#made), channelId: channel.id, title, description, at }
    this.videos.push(video)
    return video
  }

  comment(video: SimulatedVideo, text: string, to?: SimulatedComment, at = this.now()): SimulatedComment {
    const id = to ? `${to.id}.${madeUpId('9', 22, ++this.#made)}` : madeUpId('Ug', 26, ++this.#made)
    const comment = {
      id,
      videoId: video.id,
      channelId: video.channelId,
      parentId: to?.id ?? null,
      author: `person${this.#made}`,
      text,
      at,
      updatedAt: at,
    }
    this.comments.push(comment)
    return comment
  }

  edit(comment: SimulatedComment, text: string): void {
    comment.text = text
    comment.updatedAt = this.now()
  }

  delete(entry: SimulatedVideo | SimulatedComment): void {
    if ('parentId' in entry) this.comments.splice(this.comments.indexOf(entry), 1)
    else this.videos.splice(this.videos.indexOf(entry), 1)
  }
}
