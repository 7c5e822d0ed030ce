import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useId, useSyncExternalStore } from 'react'
import choice from './choice.module.css'
import classes from './theme-switch.module.css'

const choices: [MantineColorScheme, string, typeof IconSun][] = [
  ['light', 'Светлая тема', IconSun],
  ['dark', 'Тёмная тема', IconMoon],
  ['auto', 'Тема как в системе', IconDeviceDesktop],
]

const neverChanges = () => () => {}

export function ThemeSwitch() {
  const { colorScheme: chosen, setColorScheme } = useMantineColorScheme()
  // What was chosen only the browser knows, and not who drew the page before.
  const colorScheme = useSyncExternalStore<MantineColorScheme>(
    neverChanges,
    () => chosen,
    () => 'auto',
  )
  const name = useId()
  return (
    <div className={classes.switch} role="radiogroup" aria-label="Тема оформления">
      {choices.map(([scheme, title, Icon]) => (
        <label key={scheme} className={classes.choice} title={title}>
          <input
            className={choice.cover}
            type="radio"
            name={name}
            aria-label={title}
            checked={colorScheme === scheme}
            onChange={() => setColorScheme(scheme)}
          />
          <Icon size={16} stroke={1.8} aria-hidden="true" />
        </label>
      ))}
    </div>
  )
}
