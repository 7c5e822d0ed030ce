/** What a person does with messages, distinguished from the place that shows them: the one runs it, the other says what it is. */

/** What is acted upon: the feature that shows it says what a `message` is, and which of its `marks` an action may change, by declaration merging. */
export interface ActedUpon {}

export type ActedMessage = ActedUpon extends { message: infer Message } ? Message : never
export type ActedMarks = ActedUpon extends { marks: infer Marks } ? Marks : never

/** What the server answers to an action: the message as it stands now. Some actions, upon authors, answer nothing. */
export interface ActionResult {
  /** Those that are announced. */
  marks?: Partial<ActedMarks>
  removed?: boolean
  /** false: there was nothing to do, and so there is nothing to take back. */
  changed?: boolean
}

/** It was not done, for a reason that the message itself shows from then on: someone else was first. */
export class ActionRefused extends Error {
  /** What it shows, unless a signal has brought more by then. */
  readonly instead: Partial<ActedMarks>
  constructor(sentence: string, instead: Partial<ActedMarks>) {
    super(sentence)
    this.instead = instead
  }
}

/** Shown at once, then sent; rolled back when it fails, and taken back when the person asks. */
export interface Action {
  /** What was done, as a notice shows it: «Добавлено в избранное». */
  done: string
  /** What is shown instead when there was nothing to do. */
  already?: string
  /** Why a message that goes from the list by it is hidden: «отмечено как спам». Only for those that can hide one. */
  hides?: string
  /** It deletes the message for everybody: it goes from the list at once, and the notice is the way back. */
  removes?: true
  /** What it makes of the mark «разобрано»: where a filter goes by that, the message goes from the list at once as well. */
  handles?: boolean
  /** Of no interest to anybody when it is done, nor when it fails: seen marks. */
  silent?: true
  /** What is different about the message as soon as it is done. */
  change: (message: ActedMessage) => Partial<ActedMarks>
  /** Other messages that change with the one it is done to, such as all of the same author. */
  alsoAffects?: (target: ActedMessage, other: ActedMessage) => boolean
  send: (message: ActedMessage) => Promise<ActionResult>
  /** `before`: the message as it was. null where there is no way back. */
  undo: ((before: ActedMessage) => Promise<ActionResult>) | null
}

export type PerformAction = (action: Action, messages: readonly ActedMessage[]) => void
