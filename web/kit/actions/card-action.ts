/** One entry of the list of what can be done with a card. The row, the menu, the keys, their help and the bar of many are all drawn from that list. */
import type { ComponentType } from 'react'
import type { ActedMessage, Action } from './action.ts'

export interface CardDialogProps {
  message: ActedMessage
  perform: (action: Action) => void
  onClose: () => void
}

type Act =
  | { actionFor: (message: ActedMessage) => Action; Dialog?: undefined; run?: undefined }
  /** Opened by the action; a lazy component, since it is seldom needed. */
  | { Dialog: ComponentType<CardDialogProps>; actionFor?: undefined; run?: undefined }
  /** Changes nothing about the message: it is copied, or its page opened. */
  | { run: (message: ActedMessage) => void; actionFor?: undefined; Dialog?: undefined }

export type CardAction = Act & {
  id: string
  /** What it will do to this message: «Убрать из избранного». */
  label: (message: ActedMessage) => string
  /** One word that stands beside the icon where there is room, and by which the action is called whatever it will do. */
  short: string
  Icon: ComponentType<{ size?: number; stroke?: number }>
  /** While it holds. */
  IconOn?: ComponentType<{ size?: number }>
  isOn?: (message: ActedMessage) => boolean
  /** A number beside the icon, when there is one: how many of a team like it. */
  count?: (message: ActedMessage) => number
  /** In the row; in it where there is room, else in the menu; in the menu. */
  place: 'row' | 'wide' | 'menu'
  /** Where the message lets it be done; everywhere when it is not given. */
  may?: (message: ActedMessage) => boolean
  /** It is done to every message of the page above the one it is chosen at. */
  above?: true
  /** Anyone who does it goes on to the next message. */
  goesOn?: true
  /** A key by its place (`KeyboardEvent.code`), so that it works in either layout, and the letter on it. */
  key?: { code: string; letter: string; help: string }
  /** How it is called, and what is done, when several messages are chosen. */
  many?: { label: string; action: Action }
}
