/** The rules of the paper and of its authors' program, as settings, where the default departs from them. */
export const publishedRules: readonly string[] = [
  'controller.gait.coordination=speed',
  'controller.gait.support=both',
  'controller.gait.together=all',
  'controller.gait.minStance=0',
  'controller.gait.waitShare=0',
  'controller.gait.dropShare=0',
  'controller.gait.adjustAngle=24 deg',
  'controller.gait.adjustLift=3 deg',
  'controller.targeter.feedForward=false',
  'controller.gait.search=false',
  // A foot comes down with its leg at 0.9914 of its length: a leg with the default limit of 0.992 sometimes lifts at once, puts
  // the foot down again and loses its rhythm.
  'controller.gait.stretch=0.995',
];
