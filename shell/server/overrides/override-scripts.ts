/** Scripts in pages of a site with `DEV_OVERRIDES=on`, as text, because the policy names their hashes. */
import { OVERRIDE_PREFIX } from './overrides.ts';

/** Where the form that ends all overrides is sent. */
export const OVERRIDES_PATH = '/_overrides';

/** Key under which import-map-overrides keeps the names that are not overridden for now. */
const DISABLED = 'import-map-overrides-disabled';
/** Key of the names whose cookies were set from storage, so that they are removed along with it. */
const COPIED = 'import-map-overrides-in-cookies';

/**
 * Tells the server what `localStorage` has: sets the cookies accordingly, and reloads the page if that changed any.
 * A cookie without an entry in storage stays. The banner's form clears the storage as well. Where storage is forbidden
 * or cookies are refused, nothing happens.
 */
export const overrideScript = `try{(()=>{
const prefix='${OVERRIDE_PREFIX}',stored=localStorage;
const cookies=()=>document.cookie.split('; ').filter(pair=>pair.startsWith(prefix)).sort().join();
const keys=()=>Object.keys(stored).filter(key=>key.startsWith(prefix));
const disabled=JSON.parse(stored.getItem('${DISABLED}')??'[]');
const before=cookies(),wanted={};
for(const name of JSON.parse(stored.getItem('${COPIED}')??'[]'))wanted[name]='';
for(const key of keys()){
const name=key.slice(prefix.length);
wanted[name]=disabled.includes(name)?'':stored.getItem(key)
}
for(const[name,url]of Object.entries(wanted))
document.cookie=prefix+name+'='+encodeURIComponent(url)+';path=/;samesite=lax'+(url?'':';max-age=0');
const copied=Object.keys(wanted).filter(name=>wanted[name]);
if(copied.length)stored.setItem('${COPIED}',JSON.stringify(copied));else stored.removeItem('${COPIED}');
addEventListener('submit',({target})=>{if(new URL(target.action).pathname==='${OVERRIDES_PATH}')
for(const key of[...keys(),'${DISABLED}','${COPIED}'])stored.removeItem(key)});
if(cookies()!==before)location.reload()
})()}catch{}`;

/**
 * Modules of a development server run only where React's refresh is present. React's production build refreshes
 * nothing, so the development server's own will do; otherwise the federation plugin looks for it on the page's origin.
 * @param origin of the development server
 */
export const refreshScript = (origin: string): string =>
  'window.$RefreshReg$=()=>{};window.$RefreshSig$=()=>type=>type;' +
  `window.__MF_REACT_REFRESH_URL__='${origin}/@mf-react-refresh-local';`;
