import { useMergedRef } from '@mantine/hooks'
import {
  cloneElement,
  useEffect,
  useRef,
  useState,
  type ButtonHTMLAttributes,
  type ReactElement,
  type Ref,
  type RefObject,
} from 'react'
import { whenIdle } from '../../device/when-idle.ts'
import { lazyNamed } from '../lazy-named.ts'
import { LazyBoundary } from './lazy-boundary.tsx'
import type { OpenMenuProps, OpenPopoverProps } from './open-floating.tsx'

const fetchFile = () => import('./open-floating.tsx')
const OpenMenu = lazyNamed<'OpenMenu', OpenMenuProps>(fetchFile, 'OpenMenu')
const OpenPopover = lazyNamed<'OpenPopover', OpenPopoverProps>(fetchFile, 'OpenPopover')

type Target = ReactElement<ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> }>

export interface LateMenuProps extends Omit<OpenMenuProps, 'button' | 'opened' | 'onChange'> {
  /** The button that opens it. */
  target: Target
}

/** A button with a menu: the menu itself is fetched while the page rests, or at the first press. */
export function LateMenu({ target, ...menu }: LateMenuProps) {
  const [opened, setOpened] = useState(false)
  const { made, button, ref } = useMadeWhenOpened(opened, target.props.ref)
  useFetchedWhenIdle()
  return (
    <>
      {cloneElement(target, {
        ref,
        'aria-haspopup': 'menu',
        'aria-expanded': opened,
        onClick: () => setOpened(!opened),
      })}
      <LazyBoundary>{made && <OpenMenu {...menu} button={button} opened={opened} onChange={setOpened} />}</LazyBoundary>
    </>
  )
}

export interface LatePopoverProps extends Omit<OpenPopoverProps, 'button' | 'opened' | 'onChange'> {
  /** The button that opens it. */
  target: Target
}

/** The same with anything in it. */
export function LatePopover({ target, ...popover }: LatePopoverProps) {
  const [opened, setOpened] = useState(false)
  const { made, button, ref } = useMadeWhenOpened(opened, target.props.ref)
  useFetchedWhenIdle()
  return (
    <>
      {cloneElement(target, {
        ref,
        'aria-haspopup': 'dialog',
        'aria-expanded': opened,
        onClick: () => setOpened(!opened),
      })}
      <LazyBoundary>
        {made && <OpenPopover {...popover} button={button} opened={opened} onChange={setOpened} />}
      </LazyBoundary>
    </>
  )
}

interface Made {
  /** It was opened once: from then on it is there. */
  made: boolean
  button: RefObject<HTMLButtonElement | null>
  ref: Ref<HTMLButtonElement>
}

/** A page holds a hundred menus that no one opens: each is made when it is first asked for. */
export function useMadeWhenOpened(opened: boolean, also?: Ref<HTMLButtonElement>): Made {
  const button = useRef<HTMLButtonElement>(null)
  const [made, setMade] = useState(opened)
  if (opened && !made) setMade(true)
  return { made, button, ref: useMergedRef(button, also) }
}

let fetched = false

/** So that it opens at once, and where the network has gone meanwhile. */
function useFetchedWhenIdle(): void {
  useEffect(() => {
    if (fetched) return
    return whenIdle(() => {
      fetched = true
      // Asked for again at the press, which says so when it can't be had.
      fetchFile().catch(() => {})
    })
  }, [])
}
