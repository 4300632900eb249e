/*
 * Preloaded into a program: plays a disk that loses everything at a power cut that was not synced. Each time the program
 * has synced a file that lies directly in POWER_CUT_FROM, the file is copied into POWER_CUT_TO as it is then, and what was
 * deleted before is gone from there, too, as file systems with a journal do it. After `kill -9` that folder is what the disk
 * would have kept at worst.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Several threads sync; what one of them keeps is whole before the next one begins. */
static pthread_mutex_t keeping = PTHREAD_MUTEX_INITIALIZER;

static int copy(int from, const char *path) {
  char block[65536];
  off_t at = 0;
  ssize_t length;
  int to = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (to < 0) return -1;
  while ((length = pread(from, block, sizeof block, at)) > 0) {
    if (write(to, block, length) != length) {
      length = -1;
      break;
    }
    at += length;
  }
  return close(to) || length < 0 ? -1 : 0;
}

static void forget_deleted(const char *from, const char *to) {
  char path[PATH_MAX];
  struct dirent *entry;
  DIR *folder = opendir(to);
  if (!folder) return;
  while ((entry = readdir(folder))) {
    snprintf(path, sizeof path, "%s/%s", from, entry->d_name);
    if (!access(path, F_OK)) continue;
    snprintf(path, sizeof path, "%s/%s", to, entry->d_name);
    unlink(path);
  }
  closedir(folder);
}

/* Reads by the program's own descriptor: closing another one of the same file would end the program's locks on it. */
static void keep(int fd) {
  const char *from = getenv("POWER_CUT_FROM"), *to = getenv("POWER_CUT_TO");
  char link[64], path[PATH_MAX], draft[PATH_MAX], kept[PATH_MAX];
  if (!from || !to) return;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return;
  path[length] = 0;
  size_t folder = strlen(from);
  if (strncmp(path, from, folder) || path[folder] != '/' || strchr(path + folder + 1, '/')) return;
  snprintf(draft, sizeof draft, "%s%s.draft", to, path + folder);
  snprintf(kept, sizeof kept, "%s%s", to, path + folder);
  pthread_mutex_lock(&keeping);
  if (copy(fd, draft) || rename(draft, kept)) {
    perror("keep-synced");
    abort();
  }
  forget_deleted(from, to);
  pthread_mutex_unlock(&keeping);
}

int fsync(int fd) {
  static int (*real)(int);
  if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  int failed = real(fd);
  if (!failed) keep(fd);
  return failed;
}

int fdatasync(int fd) {
  static int (*real)(int);
  if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  int failed = real(fd);
  if (!failed) keep(fd);
  return failed;
}
