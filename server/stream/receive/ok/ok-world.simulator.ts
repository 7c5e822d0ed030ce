/** A small Odnoklassniki for its simulator: groups with topics and comments, and the people who write. */
export interface SimulatedOkUser {
  /** Digits, more than a number holds among them. */
  id: string
  name: string
  city: string | null
}

export interface SimulatedOkComment {
  id: string
  at: Date
  text: string
  author: SimulatedOkUser | null
  removed: boolean
}

export interface SimulatedOkTopic {
  id: string
  at: Date
  text: string
  author: SimulatedOkUser | null
  comments: SimulatedOkComment[]
}

export interface SimulatedOkGroup {
  id: string
  shortname: string | null
  name: string
  members: number
  closed: boolean
  topics: SimulatedOkTopic[]
  /** The id of a topic that stands first. */
  pinned: string | null
}

type Content = { text: string; at?: Date; author?: SimulatedOkUser } | string

/** Thrown where the API answers with an error. */
export class OkError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

export class OkWorld {
  readonly groups = new Map<string, SimulatedOkGroup>()
  readonly users = new Map<string, SimulatedOkUser>()
  /** Short names that lead to a person. */
  readonly profiles = new Set<string>()
  /** `group.getInfo` answers with the bare list, as it did of old. */
  oldShape = false
  /** Feeds come without the topics they speak of. */
  lean = false
  /** `has_more` is left out, and with the last page the list too. */
  terse = false

  protected readonly now: () => Date
  // Beyond what a number holds.
  #nextTopic = 9_100_000_000_000_001_001n
  #nextComment = 1395n

  constructor(now: () => Date) {
    this.now = now
  }

  groupOf(id: string | undefined): SimulatedOkGroup {
    const group = this.groups.get(id ?? '')
    if (!group) throw new OkError(160, 'PARAM_GROUP_ID : Invalid group ID')
    return group
  }

  locate(id: string | undefined): { group: SimulatedOkGroup; topic: SimulatedOkTopic } {
    for (const group of this.groups.values()) {
      const topic = group.topics.find((each) => each.id === id)
      if (topic) return { group, topic }
    }
    throw new OkError(300, 'NOT_FOUND : not found')
  }

  group(id: string, about: Partial<SimulatedOkGroup> = {}): SimulatedOkGroup {
    const group: SimulatedOkGroup = {
      id,
      shortname: null,
      name: id,
      members: 100,
      closed: false,
      topics: [],
      pinned: null,
      ...about,
    }
    this.groups.set(id, group)
    return group
  }

  user(shortname: string): void {
    this.profiles.add(shortname)
  }

  post(id: string, content: Content): SimulatedOkTopic {
    const { text, at = this.now(), author = null } = typeof content === 'string' ? { text: content } : content
    const topic: SimulatedOkTopic = { id: String(this.#nextTopic++), at, text, author, comments: [] }
    if (author) this.users.set(author.id, author)
    this.groupOf(id).topics.push(topic)
    return topic
  }

  comment(topic: SimulatedOkTopic, content: Content): SimulatedOkComment {
    const { text, at = this.now(), author = null } = typeof content === 'string' ? { text: content } : content
    const comment: SimulatedOkComment = {
      id: `MTM5${Buffer.from(String(this.#nextComment++)).toString('base64')}`,
      at,
      text,
      author,
      removed: false,
    }
    if (author) this.users.set(author.id, author)
    topic.comments.push(comment)
    return comment
  }

  edit(topic: SimulatedOkTopic, text: string): void {
    topic.text = text
  }

  delete(id: string, topic: SimulatedOkTopic): void {
    const group = this.groupOf(id)
    group.topics = group.topics.filter((each) => each !== topic)
  }

  shut(id: string, how: 'closed' | 'deleted'): void {
    if (how === 'closed') this.groupOf(id).closed = true
    else this.groups.delete(id)
  }

  rename(id: string, name: string): void {
    this.groupOf(id).name = name
  }
}
