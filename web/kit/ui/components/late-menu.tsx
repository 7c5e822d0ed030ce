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

interface LateProps {
  /** The button that opens it. */
  target: Target
}

export type LateMenuProps = LateProps & Omit<OpenMenuProps, keyof OpenedBy>

/** A button with a menu: the menu itself is fetched while the page rests, or at the first press. */
export function LateMenu({ target, ...menu }: LateMenuProps) {
  return <Late target={target} opens="menu" draw={(by) => <OpenMenu {...menu} {...by} />} />
}

export type LatePopoverProps = LateProps & Omit<OpenPopoverProps, keyof OpenedBy>

/** The same with anything in it. */
export function LatePopover({ target, ...popover }: LatePopoverProps) {
  return <Late target={target} opens="dialog" draw={(by) => <OpenPopover {...popover} {...by} />} />
}

type OpenedBy = Pick<OpenMenuProps, 'button' | 'opened' | 'onChange'>

function Late({ target, opens, draw }: LateProps & { opens: 'menu' | 'dialog'; draw: (by: OpenedBy) => ReactElement }) {
  const [opened, setOpened] = useState(false)
  const { made, button, ref } = useMadeWhenOpened(opened, target.props.ref)
  useFetchedWhenIdle()
  return (
    <>
      {cloneElement(target, {
        ref,
        'aria-haspopup': opens,
        'aria-expanded': opened,
        onClick: () => setOpened(!opened),
      })}
      <LazyBoundary>{made && draw({ button, opened, onChange: setOpened })}</LazyBoundary>
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
