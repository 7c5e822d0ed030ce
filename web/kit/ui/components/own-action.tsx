import { createContext, useContext, type ReactNode } from 'react'
import { errors } from '../../../../contract/errors.ts'
import classes from './own-action.module.css'

/** Support looks at the page as someone else. */
export const MaskContext = createContext(false)

/** Buttons and switches of what a person alone may do: under a mask of support, where the server refuses it, they cannot be pressed and say why. */
export function OwnAction({ children }: { children: ReactNode }) {
  if (!useContext(MaskContext)) return children
  const why = errors.MASK_NOT_ALLOWED.message
  return (
    <fieldset disabled className={classes.own} aria-label={why} title={why}>
      {children}
    </fieldset>
  )
}
