/** The screens that the first game can do without. */
export const analysis = () => import('./AnalysisScreen.svelte');
export const bin = () => import('./BinScreen.svelte');
export const editor = () => import('./EditorScreen.svelte');
export const friends = () => import('./FriendsScreen.svelte');
export const games = () => import('./GamesScreen.svelte');
export const guest = () => import('./GuestScreen.svelte');
export const importing = () => import('./ImportScreen.svelte');
export const join = () => import('./JoinScreen.svelte');
export const newGame = () => import('./NewGameScreen.svelte');
export const privacy = () => import('./PrivacyScreen.svelte');
export const replay = () => import('./ReplayScreen.svelte');
export const rules = () => import('./RulesScreen.svelte');
export const settings = () => import('./SettingsScreen.svelte');
export const statistics = () => import('./StatisticsScreen.svelte');
