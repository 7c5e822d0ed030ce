/**
 * What opens beside a button: fetched when it is first wanted, since no page needs it to be drawn. The button stands
 * elsewhere, and stays the one that was pressed: it has the focus before and after.
 */
import { Menu, Popover, type MenuProps, type PopoverProps } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { useEffect, useEffectEvent, useLayoutEffect, type ReactNode, type Ref, type RefObject } from 'react'

interface Floating {
  button: RefObject<HTMLElement | null>
  opened: boolean
  onChange: (opened: boolean) => void
}

export interface OpenPopoverProps extends Floating, Omit<PopoverProps, 'opened' | 'onChange' | 'children'> {
  label?: string
  className?: string
  children: ReactNode
}

export function OpenPopover({ button, opened, label, className, children, ...props }: OpenPopoverProps) {
  return (
    <Popover trapFocus returnFocus withinPortal {...props} opened={useOnceMounted(opened)}>
      <Popover.Target>
        <Lent button={button} onEscape={() => opened && props.onChange(false)} />
      </Popover.Target>
      {/* A list in it that stands open would keep the key to itself. */}
      <Popover.Dropdown
        aria-label={label}
        className={className}
        onKeyDown={({ key }) => key === 'Escape' && props.onChange(false)}
      >
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}

/** The parts a menu is made of. */
export type MenuParts = typeof Menu

export interface OpenMenuProps extends Floating, Omit<MenuProps, 'opened' | 'onChange' | 'children'> {
  className?: string
  children: (parts: MenuParts) => ReactNode
}

export function OpenMenu({ button, opened, className, children, ...props }: OpenMenuProps) {
  return (
    <Menu radius="md" shadow="md" {...props} opened={useOnceMounted(opened)}>
      <Popover.Target popupType="menu">
        <Lent button={button} />
      </Popover.Target>
      <Menu.Dropdown className={className}>{children(Menu)}</Menu.Dropdown>
    </Menu>
  )
}

/** Where the focus was is noted as it opens, not as it is made. */
function useOnceMounted(opened: boolean): boolean {
  const mounted = useMounted()
  return opened && mounted
}

interface LentProps extends Pick<Floating, 'button'> {
  ref?: Ref<HTMLElement>
  /** What has opened is seen a moment before the focus is in it. */
  onEscape?: () => void
  [attribute: string]: unknown
}

/** Stands for a button that is drawn elsewhere, and hands on what is set on it. */
function Lent({ button, ref, onEscape, ...given }: LentProps) {
  const { id, 'aria-controls': controls } = given as { id?: string; 'aria-controls'?: string }
  useLayoutEffect(() => {
    const lent = button.current
    if (typeof ref === 'function') ref(lent)
    return () => {
      if (typeof ref === 'function') ref(null)
    }
  }, [button, ref])
  useLayoutEffect(() => {
    const lent = button.current
    if (lent === null) return
    if (id !== undefined) lent.setAttribute('id', id)
    if (controls === undefined) lent.removeAttribute('aria-controls')
    else lent.setAttribute('aria-controls', controls)
  }, [button, id, controls])
  const escape = useEffectEvent(() => onEscape?.())
  useEffect(() => {
    const lent = button.current
    const hear = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') escape()
    }
    lent?.addEventListener('keydown', hear)
    return () => lent?.removeEventListener('keydown', hear)
  }, [button])
  return null
}
