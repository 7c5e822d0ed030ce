import { IconBaselineDensityMedium, IconBaselineDensitySmall } from '@tabler/icons-react'
import { useFeedSettings } from '../page/use-feed-settings.ts'
import classes from './density-switch.module.css'
import tools from '../page/feed-tools.module.css'
import { rememberDensity, useDensity } from './use-density.ts'

/** Rows of two lines, or cards that show everything: kept with the person. */
export function DensitySwitch() {
  const { settings, set } = useFeedSettings()
  const density = useDensity(settings?.density)
  const compact = density === 'compact'
  const label = compact ? 'Показывать просторно' : 'Показывать плотно'
  const Icon = compact ? IconBaselineDensityMedium : IconBaselineDensitySmall
  const toggle = (): void => {
    const next = compact ? 'comfortable' : 'compact'
    rememberDensity(next)
    set('density', next)
  }
  return (
    <button
      type="button"
      className={`${tools.tool} ${classes.switch}`}
      aria-label={label}
      title={label}
      disabled={settings === undefined}
      onClick={toggle}
    >
      <Icon size={18} stroke={1.8} aria-hidden="true" />
    </button>
  )
}
