/**
 * The site's paths, each defined once; read them as `paths.about` from `paths.ts`. Each is an export of its own, so
 * that a remote's bundle holds only those that it uses, and a new page in one area gives no other remote a new release.
 * Which remote owns a path is not decided here but in that remote's `routes.tsx`.
 */
export const home = '/';
export const about = '/about';
export const services = '/Service';
export const servicesLower = '/service';
export const getInTouch = '/getInTouch';
export const contact = '/contact';
export const testimonials = '/testimonies';
export const faq = '/faq';
export const privacy = '/privacy_policy';
export const cookies = '/cookie_policy';
export const disclaimer = '/disclaimer';
export const refund = '/refund_&_cancellation_policy';
export const terms = '/terms_and_condition';
export const newsletter = '/newsletter';
export const newsletterConfirm = '/newsletter/confirm';
export const newsletterUnsubscribe = '/newsletter/unsubscribe';
export const blogs = '/blogs';
export const posts = '/blogDey';
export const post = '/post/:id';
export const editPost = '/post/:id/edit';
export const deletePost = '/post/:id/delete';
export const reportPost = '/post/:id/report';
export const hidePost = '/moderation';
export const newPost = '/new';
export const simpleBlog = '/apy';
export const write = '/write';
export const interview = '/blogDetails';
export const demoItems = '/blg';
export const demoItem = '/blog_news/:id';
export const login = '/login';
export const register = '/register';
export const forgotPassword = '/forget-password';
export const updatePassword = '/update-password';
export const confirmEmail = '/register/confirm';
export const account = '/account';
export const career = '/career';
export const role = '/career/:slug';
export const referral = '/referral';
